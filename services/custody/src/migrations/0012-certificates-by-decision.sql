-- no transaction
-- A job has a `POC-` for each length at which its chain was certified, and a `PCC-` before and after a
-- person decided on its suspect readings.
create unique index concurrently if not exists certificate_once on certificate (
  tenant_id, job_id, type,
  (case when type = 'proof_of_cold_chain' then 0 else events end),
  coalesce(cold_chain #>> '{suspects,0,decision}', '')
);
