-- The proof was erased: a file that still lies in the outbound folder is written again.
alter table pod_file add column erased_at timestamptz;
