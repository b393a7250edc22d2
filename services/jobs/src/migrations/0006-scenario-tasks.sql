-- Steps that are still to come wait as one durable task per job, due with the first of them.
select jobs_worker.add_job('play-scenario',
         json_build_object('tenant_id', tenant_id, 'job_id', job_id, 'steps',
           json_agg(json_build_object('due_at', due_at, 'stop', stop) order by seq)),
         run_at => min(due_at), max_attempts => 6, job_key => 'scenario ' || job_id)
  from scenario_step group by tenant_id, job_id;
drop table scenario_step;
