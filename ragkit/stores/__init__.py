"""The index on an existing engine: the same `retrieve`, where one machine's memory ends. Built on in notebook 10.

`qdrant`    Qdrant, in a folder or in memory without a server, or a cluster by its address
`pgvector`  PostgreSQL with the extension pgvector
`store`     what both share: bringing over what changed, and answering as `retrieve` does
`points`    an index as the points that are sent
`ranking`   an engine's hits in the order of `retrieve`

    from ragkit.stores.qdrant import QdrantStore
    store = QdrantStore("shop", path="vectors")
    store.sync(index)
    retrieve(question, store)                    # and answer(question, store)

Engines are imported when a store is opened: `pip install 'ragkit[stores]'` brings their clients.
"""
