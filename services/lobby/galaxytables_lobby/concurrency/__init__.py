"""Tools for the event loop: values that come later, queues taken in batches, background tasks."""
