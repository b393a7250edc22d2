-- Index for erasure, by job: public events that may name a person, and receivers' answers to them.
create index event_personal on event (tenant_id, job_id)
  where type in ('delivery.completed', 'custody.scanned', 'seal.broken');
create index delivery_personal on delivery (tenant_id, event_id)
  where type in ('delivery.completed', 'custody.scanned', 'seal.broken')
    and response_excerpt <> '';
