-- no transaction
-- Indexes for erasure as in 0006, with the events that give a reason in a person's words. Those of 0006
-- stay for the processes of before.
create index concurrently if not exists event_in_words on event (tenant_id, job_id)
where type in (
  'delivery.completed', 'custody.scanned', 'seal.broken',
  'job.cancelled', 'pickup.failed', 'delivery.failed', 'return.created'
);
create index concurrently if not exists delivery_in_words on delivery (tenant_id, event_id)
where type in (
  'delivery.completed', 'custody.scanned', 'seal.broken',
  'job.cancelled', 'pickup.failed', 'delivery.failed', 'return.created'
) and response_excerpt <> '';
