/** The OpenAPI documents as they are published, and as they were released last. */
import { routesOf } from '@svc/gateway';
import { readGatewayConfig } from '@svc/gateway/config';
import { openApiDocument } from '@svc/gateway/docs/openapi';

export const documented = ['live', 'sandbox'] as const;
export type Documented = (typeof documented)[number];

/** As one of the environments answers it, at the address of the examples. */
export function currentDocument(environment: Documented) {
  const config = readGatewayConfig({
    SVC_ENVIRONMENT: environment,
    SVC_SECRET: 'a secret that signs nothing, for the document alone',
    SVC_PUBLIC_URL: 'https://api.courier.example',
    SVC_FILES_URL: 'file:///tmp/unused',
  });
  return openApiDocument({ config, routes: routesOf(environment) });
}

export const releasedPath = (environment: Documented): string =>
  new URL(`../../docs/openapi/openapi-${environment}.json`, import.meta.url).pathname;
