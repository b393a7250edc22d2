-- Hubs: vehicles that stand at a site, and the drivers who keep them.
alter table vehicle add column hub_site_id text;
alter table driver add column hub_id text;
