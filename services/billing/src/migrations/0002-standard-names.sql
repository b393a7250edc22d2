-- While it lasts, one process renders the PDF.
alter table invoice rename printing_until to lease_until;
alter index invoice_unprinted rename to invoice_unrendered;
-- The part of a payment that no invoice has used.
alter table payment rename left_cents to unallocated_cents;
alter index payment_unspent rename to payment_unallocated;
-- The month of the latest statement.
alter table account rename stated_period to statement_period;
