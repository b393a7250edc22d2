-- Led by the tenant, it was taken for look-ups by other columns, and its second column was never
-- compared: the id of an event has another collation.
drop index delivery_event;
