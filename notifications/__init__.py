"""The post office: letters go into the outbox with their cause and are sent later."""
