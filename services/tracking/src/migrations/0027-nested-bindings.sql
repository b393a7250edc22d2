-- no transaction
-- What stands in a unit.
create index concurrently if not exists binding_nested on binding (tenant_id, in_asset_id)
  where in_asset_id is not null;
