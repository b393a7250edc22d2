-- no transaction
-- A job has a further `PCC-` after each decision on contents that were out of range, and after each
-- file of a logger that added readings.
create unique index concurrently if not exists certificate_issued_once on certificate (
  tenant_id, job_id, type,
  (case when type = 'proof_of_cold_chain' then 0 else events end),
  coalesce(cold_chain #>> '{suspects,0,decision}', ''),
  coalesce(json_array_length(dispositions), 0),
  coalesce(cold_chain ->> 'readings_digest', '')
);
