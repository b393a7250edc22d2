import { z } from 'zod';
import type { KubernetesObject } from '../manifest.ts';
import { secrets } from '../secrets.ts';
import { type Installation, matches, ofKind, type Pods } from './installation.ts';
import { selectedBy } from './selectors.ts';

const portReference = z.union([z.string(), z.number()]);
const serviceSpec = z.looseObject({
  ports: z.array(
    z.looseObject({
      name: z.string().optional(),
      port: z.number(),
      targetPort: portReference.optional(),
    }),
  ),
});
const monitorSpec = z.looseObject({
  podMetricsEndpoints: z.array(z.looseObject({ port: z.string() })),
});

export const portsOf = ({ spec }: KubernetesObject) =>
  serviceSpec.parse(spec).ports.map((port) => ({ ...port, target: port.targetPort ?? port.port }));

/** The number behind a name or a number; undefined if the pods have no such port. */
export const numberOf = (pods: Pods, wanted: string | number): number | undefined =>
  pods.ports.find(({ name, containerPort }) => wanted === name || wanted === containerPort)
    ?.containerPort;

/** Ports of Services and of PodMonitors are ports of the pods they select. */
export function servicePortProblems(given: Installation): string[] {
  const wanted = [
    ...ofKind(given, 'Service').map((service) => ({
      manifest: service,
      targets: portsOf(service).map(({ target }) => target),
    })),
    ...ofKind(given, 'PodMonitor').map((monitor) => ({
      manifest: monitor,
      targets: monitorSpec.parse(monitor.spec).podMetricsEndpoints.map(({ port }) => port),
    })),
  ];
  return wanted.flatMap(({ manifest, targets }) => {
    const labels = selectedBy(manifest) ?? {};
    const pods = given.pods.filter((one) => matches(labels, one.labels));
    return targets
      .filter((target) => pods.some((one) => numberOf(one, target) === undefined))
      .map(
        (target) => `${manifest.kind} ${manifest.metadata.name}: its pods have no port ${target}`,
      );
  });
}

const routeSpec = z.looseObject({
  parentRefs: z.array(z.looseObject({ name: z.string(), sectionName: z.string() })),
  hostnames: z.array(z.string()),
  rules: z.array(
    z.looseObject({
      backendRefs: z.array(z.looseObject({ name: z.string(), port: z.number() })).default([]),
    }),
  ),
});
const edgeSpec = z.looseObject({
  listeners: z.array(z.looseObject({ name: z.string(), hostname: z.string() })),
});

/** Routes lead from a listener, for a host that it serves, to a port of a Service. */
export function routeProblems(given: Installation): string[] {
  const listeners = ofKind(given, 'Gateway').flatMap(({ metadata, spec }) =>
    edgeSpec.parse(spec).listeners.map((listener) => ({ ...listener, edge: metadata.name })),
  );
  const backends = backendsOf(given);
  return ofKind(given, 'HTTPRoute').flatMap(({ metadata: { name: route }, spec }) => {
    const { parentRefs, hostnames, rules } = routeSpec.parse(spec);
    const wanted = rules.flatMap(({ backendRefs }) => backendRefs);
    return [
      ...parentRefs.flatMap(({ name, sectionName }) => {
        const found = listeners.find((one) => one.edge === name && one.name === sectionName);
        if (!found) return [`HTTPRoute ${route}: there is no listener ${name}/${sectionName}`];
        return hostnames.includes(found.hostname)
          ? []
          : [`HTTPRoute ${route}: the listener serves ${found.hostname} alone`];
      }),
      ...wanted
        .filter(({ name, port }) => !backends.includes(`${name}:${port}`))
        .map(({ name, port }) => `HTTPRoute ${route}: there is no Service ${name} on ${port}`),
    ];
  });
}

const backendsOf = (given: Installation): string[] =>
  ofKind(given, 'Service').flatMap((service) =>
    portsOf(service).map(({ port }) => `${service.metadata.name}:${port}`),
  );

const ingressSpec = z.looseObject({
  tls: z.array(z.looseObject({ hosts: z.array(z.string()), secretName: z.string() })),
  rules: z.array(
    z.looseObject({
      host: z.string(),
      http: z.looseObject({
        paths: z.array(
          z.looseObject({
            backend: z.looseObject({
              service: z.looseObject({
                name: z.string(),
                port: z.looseObject({ number: z.number() }),
              }),
            }),
          }),
        ),
      }),
    }),
  ),
});

/** Each host has a certificate, and each path a Service. */
export const ingressProblems = (given: Installation): string[] =>
  ofKind(given, 'Ingress').flatMap(({ metadata: { name }, spec }) => {
    const { tls, rules } = ingressSpec.parse(spec);
    const secured = tls.flatMap(({ hosts }) => hosts);
    const wanted = rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
    return [
      ...tls
        .filter(({ secretName }) => !(secretName in secrets))
        .map(({ secretName }) => `Ingress ${name}: there is no Secret ${secretName}`),
      ...rules
        .filter(({ host }) => !secured.includes(host))
        .map(({ host }) => `Ingress ${name}: ${host} has no certificate`),
      ...wanted
        .filter(
          ({ name: service, port }) => !backendsOf(given).includes(`${service}:${port.number}`),
        )
        .map((each) => `Ingress ${name}: there is no Service ${each.name} on ${each.port.number}`),
    ];
  });
