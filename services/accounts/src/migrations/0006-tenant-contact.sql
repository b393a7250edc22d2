-- Whom recipients reach about the tenant's jobs; null until the tenant sets it.
alter table policy add contact json;
