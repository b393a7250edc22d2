import { scopes } from '@svc/contracts';
import { authUrl, docsUrl, type GatewayConfig } from '../config.ts';

/** Authorization server metadata (RFC 8414). */
export const serverMetadata = (config: GatewayConfig) => ({
  issuer: authUrl(config),
  token_endpoint: `${authUrl(config)}/oauth/token`,
  jwks_uri: `${authUrl(config)}/.well-known/jwks.json`,
  scopes_supported: scopes,
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  service_documentation: docsUrl(config),
});
