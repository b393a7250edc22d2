alter table rate_window rename left_tenant_id to previous_tenant_id;
alter table signing_key rename sealed_private_jwk to encrypted_private_jwk;
