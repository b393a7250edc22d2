-- What was certified stays for good; on the sandbox it goes with its tenant.
do $$ begin
  if :environment = 'sandbox' then
    grant delete on sealed_trace, sealed_readings to :runtime_role;
  end if;
end $$;
