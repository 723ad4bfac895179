print("dnplog")
