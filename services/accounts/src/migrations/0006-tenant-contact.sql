-- Contact for recipients of the tenant's jobs; null until the tenant sets it.
alter table policy add contact json;
