-- Trace context (W3C) of what emitted the event: each POST carries it.
alter table event add column traceparent text;
