/** The OpenAPI documents as they are published, and as they were released last. */
import { routesOf } from '@svc/gateway';
import { readGatewayConfig } from '@svc/gateway/config';
import { openApiDocument } from '@svc/gateway/docs/openapi';
import { z } from 'zod';

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

const codesOf = z.object({
  components: z.object({
    schemas: z.object({ ErrorCode: z.object({ enum: z.array(z.string()) }) }),
  }),
});

/**
 * The document without error codes that the released one lacks: clients treat an unknown code by its
 * status (docs/versioning.md), and the comparison takes a new value of an enum for a breach.
 */
export function withoutNewCodes(document: object, released: object): object {
  const known = codesOf.parse(released).components.schemas.ErrorCode.enum;
  const { enum: codes } = codesOf.parse(document).components.schemas.ErrorCode;
  const kept = codes.filter((code) => known.includes(code));
  const text = JSON.stringify(document);
  return JSON.parse(text.replace(JSON.stringify(codes), JSON.stringify(kept)));
}

export const releasedPath = (environment: Documented): string =>
  new URL(`../../docs/openapi/openapi-${environment}.json`, import.meta.url).pathname;
