-- Issued invoices without a PDF wait as durable tasks, no longer as rows with a lease.
select billing_worker.add_job('render-invoice',
         json_build_object('tenant_id', tenant_id, 'invoice_id', id))
  from invoice where number is not null and pdf_key is null;
drop index invoice_unrendered;
alter table invoice drop column lease_until;
