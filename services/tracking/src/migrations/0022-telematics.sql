-- The format in which a provider's own system sends; null for signed batches.
alter table telemetry_provider add column format text;
