/** Gateway API: TLS ends at the edge, plain HTTP is sent to HTTPS. */
import type { Patch } from '../kustomization.ts';
import type { KubernetesObject } from '../manifest.ts';
import { ports } from '../settings.ts';
import { addition, removal } from '../yaml.ts';

const apiVersion = 'gateway.networking.k8s.io/v1';
const edge = 'public';
const publicTls = 'public-tls';

export const routeObjects = (host: string): KubernetesObject[] => [
  {
    apiVersion,
    kind: 'Gateway',
    metadata: { name: edge },
    spec: {
      gatewayClassName: 'public',
      listeners: listenersOf(host, { http: 'http', https: 'https' }),
    },
  },
  {
    apiVersion,
    kind: 'HTTPRoute',
    metadata: { name: 'api' },
    spec: {
      parentRefs: [{ name: edge, sectionName: 'https' }],
      hostnames: [host],
      rules: [openEnded('gateway')],
    },
  },
  redirect('https-redirect', host, 'http'),
];

/** Pages keep a stream of events open; gateway and desk have deadlines of their own. */
const openEnded = (name: string) => ({
  backendRefs: [{ name, port: ports.http }],
  timeouts: { request: '0s' },
});

/** In place of the Gateway API: one object for both hosts; plain HTTP is the controller's to redirect. */
export const ingress = (hosts: Readonly<Record<'gateway' | 'desk', string>>): KubernetesObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: edge },
  spec: {
    ingressClassName: edge,
    tls: [{ hosts: Object.values(hosts), secretName: publicTls }],
    rules: Object.entries(hosts).map(([name, host]) => ({
      host,
      http: {
        paths: [
          {
            path: '/',
            pathType: 'Prefix',
            backend: { service: { name, port: { number: ports.http } } },
          },
        ],
      },
    })),
  },
});

export const gatewayRemovals = (): Patch[] =>
  ['Gateway', 'HTTPRoute'].map((kind) => removal({ apiVersion, kind }));

const deskListeners = { http: 'desk-http', https: 'desk-https' };

/** The desk has a host of its own: cookies and scripts of the API's are none of its. */
export const deskRoutes = (host: string): KubernetesObject[] => [
  {
    apiVersion,
    kind: 'HTTPRoute',
    metadata: { name: 'desk' },
    spec: {
      parentRefs: [{ name: edge, sectionName: deskListeners.https }],
      hostnames: [host],
      rules: [openEnded('desk')],
    },
  },
  redirect('desk-redirect', host, deskListeners.http),
];

/** Adds the desk's listeners to those of the API. */
export const deskListenersPatch = (host: string): Patch =>
  addition(
    { kind: 'Gateway', name: edge },
    Object.fromEntries(
      listenersOf(host, deskListeners).map((listener, i) => [`/spec/listeners/${2 + i}`, listener]),
    ),
  );

function listenersOf(hostname: string, names: { http: string; https: string }) {
  return [
    { name: names.http, protocol: 'HTTP', port: 80, hostname },
    {
      name: names.https,
      protocol: 'HTTPS',
      port: 443,
      hostname,
      tls: { mode: 'Terminate', certificateRefs: [{ name: publicTls }] },
    },
  ];
}

function redirect(name: string, host: string, sectionName: string): KubernetesObject {
  const requestRedirect = { scheme: 'https', statusCode: 301 };
  return {
    apiVersion,
    kind: 'HTTPRoute',
    metadata: { name },
    spec: {
      parentRefs: [{ name: edge, sectionName }],
      hostnames: [host],
      rules: [{ filters: [{ type: 'RequestRedirect', requestRedirect }] }],
    },
  };
}
