cluster_name      = "pelican"
tracing_namespace = "monitoring"
