-- Assets stand in other assets, and move with them.
alter table binding add column in_asset_id text collate "C";
alter table binding drop constraint binding_check1;
alter table binding add constraint binding_subject
  check (num_nonnulls(device_id, job_id, vehicle_id, site_id, in_asset_id) = 1) not valid;
alter table binding add constraint binding_in_another check (in_asset_id <> asset_id) not valid;
