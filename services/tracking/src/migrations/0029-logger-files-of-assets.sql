-- no transaction
-- Files of an asset, those that begin last first.
create index concurrently if not exists logger_file_asset on logger_file (tenant_id, asset_id, id);
