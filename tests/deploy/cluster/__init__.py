"""A cluster of one node without Kubernetes: what manifests say, run in namespaces of network and mounts."""
