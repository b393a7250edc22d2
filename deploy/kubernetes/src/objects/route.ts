/** Gateway API: TLS ends at the edge, plain HTTP is sent to HTTPS. */
import type { KubernetesObject } from '../manifest.ts';
import { ports } from '../settings.ts';

const apiVersion = 'gateway.networking.k8s.io/v1';
const edge = 'public';

export const routeObjects = (host: string): KubernetesObject[] => [
  {
    apiVersion,
    kind: 'Gateway',
    metadata: { name: edge },
    spec: {
      gatewayClassName: 'public',
      listeners: [
        { name: 'http', protocol: 'HTTP', port: 80, hostname: host },
        {
          name: 'https',
          protocol: 'HTTPS',
          port: 443,
          hostname: host,
          tls: { mode: 'Terminate', certificateRefs: [{ name: 'public-tls' }] },
        },
      ],
    },
  },
  {
    apiVersion,
    kind: 'HTTPRoute',
    metadata: { name: 'api' },
    spec: {
      parentRefs: [{ name: edge, sectionName: 'https' }],
      hostnames: [host],
      rules: [
        {
          backendRefs: [{ name: 'gateway', port: ports.http }],
          // Tracking pages keep a stream of events open; the gateway has deadlines of its own.
          timeouts: { request: '0s' },
        },
      ],
    },
  },
  {
    apiVersion,
    kind: 'HTTPRoute',
    metadata: { name: 'https-redirect' },
    spec: {
      parentRefs: [{ name: edge, sectionName: 'http' }],
      hostnames: [host],
      rules: [
        {
          filters: [
            { type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } },
          ],
        },
      ],
    },
  },
];
