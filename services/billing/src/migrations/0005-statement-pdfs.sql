-- PDF of a statement: who stated whose account, frozen with the first one.
create table statement_pdf (
  tenant_id text collate "C" not null,
  statement_id text collate "C" not null,
  parties json not null,
  pdf_key text not null,
  primary key (tenant_id, statement_id),
  foreign key (tenant_id, statement_id) references statement
);
revoke update, delete on statement_pdf from :runtime_role;
select billing_worker.add_job('render-statement',
         json_build_object('tenant_id', tenant_id, 'statement_id', id))
  from statement;
