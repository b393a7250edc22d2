alter table device add column temperature_class text, add column placed_at timestamptz;

-- In which vehicle a device was when, and for what. A device that was never moved is in its vehicle
-- since before anybody registered it (from_at is null).
create table device_placement (
  tenant_id text collate "C" not null,
  device_id text collate "C" not null,
  vehicle_id text collate "C" not null,
  temperature_class text,
  from_at timestamptz,
  registered_at timestamptz not null,
  to_at timestamptz
);
create unique index device_placement_present on device_placement (tenant_id, device_id)
  where to_at is null;
create index device_placement_vehicle on device_placement (vehicle_id);
insert into device_placement (tenant_id, device_id, vehicle_id, registered_at)
select tenant_id, device_id, vehicle_id, created_at from device;

-- By a trigger, so that moves by code of before are kept, too; that does not say when.
create function place_device() returns trigger
language plpgsql set search_path = tracking, pg_temp as $$
declare
  moved timestamptz;
begin
  if tg_op = 'INSERT' then
    insert into device_placement (tenant_id, device_id, vehicle_id, temperature_class, registered_at)
    values (new.tenant_id, new.device_id, new.vehicle_id, new.temperature_class, new.created_at);
    return null;
  end if;
  if (old.vehicle_id, old.temperature_class) is not distinct from
     (new.vehicle_id, new.temperature_class) then
    return null;
  end if;
  moved := case when new.placed_at is distinct from old.placed_at then new.placed_at
                else clock_timestamp() end;
  update device_placement set to_at = moved
   where tenant_id = new.tenant_id and device_id = new.device_id and to_at is null;
  insert into device_placement (tenant_id, device_id, vehicle_id, temperature_class, from_at,
                                registered_at)
  values (new.tenant_id, new.device_id, new.vehicle_id, new.temperature_class, moved, moved);
  return null;
end $$;
create trigger placed after insert or update on device
  for each row execute function place_device();

-- Which probes counted when, as known when the trace was sealed; null: all that reported.
alter table trace_snapshot add column watch json;

-- A person's decision on the suspect readings of a certified trace, with the figures that follow.
create table suspect_decision (
  tenant_id text not null,
  job_id text not null,
  decision text not null,
  cold_chain json not null,
  primary key (tenant_id, job_id)
);
