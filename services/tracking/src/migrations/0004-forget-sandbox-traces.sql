-- Certified traces stay for good; on the sandbox they are purged with their tenant.
do $$ begin
  if :environment = 'sandbox' then
    grant delete on sealed_trace, sealed_readings to :runtime_role;
  end if;
end $$;
