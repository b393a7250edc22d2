/** Figures of each NATS server and of the streams on it, for Prometheus; consumers' are the roles' own. */
import type { Patch } from '../kustomization.ts';
import { addition } from '../yaml.ts';
import { nats, natsPorts } from './nats.ts';
import { containerSecurity } from './pod.ts';

export const natsMetricsPort = 7777;

const probe = { tcpSocket: { port: 'metrics' }, periodSeconds: 10, failureThreshold: 6 };

const container = {
  name: 'exporter',
  image: 'natsio/prometheus-nats-exporter:0.17.3',
  args: [
    '-varz',
    '-jsz=streams',
    `-port=${natsMetricsPort}`,
    `http://localhost:${natsPorts.monitor}`,
  ],
  ports: [{ name: 'metrics', containerPort: natsMetricsPort }],
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: { preStop: { sleep: { seconds: 5 } } },
  resources: { requests: { cpu: '20m', memory: '32Mi' }, limits: { memory: '64Mi' } },
  securityContext: containerSecurity,
};

/** One in each pod, as its documentation asks. */
export const natsExporterPatch = (): Patch =>
  addition(
    { kind: 'StatefulSet', name: nats.name },
    { '/spec/template/spec/containers/-': container },
  );
