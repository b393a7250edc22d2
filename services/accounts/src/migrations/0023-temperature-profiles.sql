-- Temperature profiles of the tenant beside the built-in ones.
alter table policy add column temperature_profiles json not null default '[]';
