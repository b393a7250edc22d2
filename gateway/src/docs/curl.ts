/** Renders a request of the reference as a curl command. */
import { type GatewayConfig, prefixOf } from '../config.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { exampleFor } from './examples.ts';

/** Placeholder for the reader's sandbox session; the page fills it in. */
const sessionPlaceholder = 'your-session';

/** Generates a unique value per call in any POSIX shell; the page fills in a UUID. */
const shellUnique = '$(date +%s)-$$';

/** Fenced code block; a command that runs unchanged is marked for the page's run button. */
export function requestExample(route: GatewayRoute, config: GatewayConfig): string {
  if (route.kind !== 'action' || route.body === 'image' || route.body === 'signed') return '';
  const { SVC_PUBLIC_URL: origin, SVC_ENVIRONMENT: environment } = config;
  const url = origin + prefixOf(environment) + route.path;
  const body = exampleFor(route, environment);
  const parts = [
    `curl -s ${route.method === 'GET' || body ? '' : `-X ${route.method} `}'${url}'`,
    ...(body && !['POST', 'GET'].includes(route.method) ? [`-X ${route.method}`] : []),
    ...credentialHeaders(config),
    ...(route.idempotency === 'none'
      ? []
      : [`-H "Idempotency-Key: ${route.operationId}-${shellUnique}"`]),
    ...(body ? [`-H 'content-type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
  ];
  const canRun = environment === 'sandbox' && route.pathNames.length === 0;
  return `\`\`\`sh title="Request"${canRun ? ' run' : ''}\n${parts.join(' \\\n  ')}\n\`\`\``;
}

const credentialHeaders = ({ SVC_ENVIRONMENT, SVC_SANDBOX_KEY }: GatewayConfig): string[] =>
  SVC_ENVIRONMENT === 'sandbox'
    ? [`-H 'x-api-key: ${SVC_SANDBOX_KEY}'`, `-H 'svc-sandbox-session: ${sessionPlaceholder}'`]
    : ['-H "Authorization: Bearer $TOKEN"'];
