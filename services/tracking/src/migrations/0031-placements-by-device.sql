-- no transaction
-- Vehicles that a device has left: its readings may come after it moved.
create index concurrently if not exists device_placement_device on device_placement (tenant_id, device_id, to_at);
