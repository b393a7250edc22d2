-- GS1 company prefix and extension digit; null until the tenant sets them.
alter table policy add sscc json;
