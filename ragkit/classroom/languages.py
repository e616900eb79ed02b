"""Four help centres of three pages each, and a question about every page, in scripts and spellings that a search made
for English letters cannot read. Notebook 08.
"""

# {language: three pages}
help_pages = {
    "Hindi": [
        "खरीदने के दस दिन के भीतर आप सामान वापस कर सकते हैं। पैसे पाँच दिनों में लौटते हैं।",
        "सामान तीन दिनों में घर पहुँचता है। पाँच सौ रुपये से ऊपर डिलीवरी मुफ़्त है।",
        "पासवर्ड भूल गए हों तो लॉगिन पेज पर नया पासवर्ड चुनें।",
    ],
    "Turkish": [
        "İade süresi on gündür. Para beş gün içinde geri ödenir.",
        "Teslimat üç gün sürer. Büyük şehirlerde ertesi gün teslim edilir.",
        "Şifrenizi unuttuysanız giriş sayfasında yeni bir şifre seçin.",
    ],
    "German": [
        "Artikel nehmen wir zehn Tage lang zurück. Die Rückgabe ist gratis.",
        "Die Lieferung dauert drei Tage. Ab 50 Euro fallen keine Versandkosten an.",
        "Im Profil ändern Sie Passwort, Straße und Hausnummer.",
    ],
    "Chinese": [
        "商品可在十天内退货。退款需要五个工作日。",
        "标准配送需要三天。满四百九十九元免运费。",
        "忘记密码时，请在登录页面重新设置密码。",
    ],
}

# {language: a question about each of the three, in their order}
asked_in = {
    "Hindi": ["पैसे कब लौटेंगे", "डिलीवरी कब मुफ़्त होती है", "पासवर्ड बदलना है"],
    "Turkish": ["İADE kaç gün", "teslimatlar ne kadar sürüyor", "şifremi unuttum"],
    "German": ["Rückgabefrist", "Was kostet der Versand", "STRASSE ändern"],
    "Chinese": ["退货要几天", "运费多少", "怎么改密码"],
}
