/**
 * KEDA: replicas by what waits. Lag is read from NATS itself (`jsz` of its monitor), the load of
 * webhooks and their backlog from Prometheus.
 *
 * The outbox (`svc_outbox_pending_events`) is an alert and no signal here: one relay per service leads, so
 * more replicas do not empty it sooner.
 */
import { natsNames } from '@svc/kit/nats-subjects';
import type { Json, KubernetesObject } from '../manifest.ts';
import { objectOf, type Role, roles } from '../roles.ts';
import { streamNamespace } from '../settings.ts';
import { natsPorts } from './nats.ts';

/** Where an environment runs: KEDA asks from a namespace of its own. */
export const liveNamespace = 'svc-live';
const monitor = `nats-headless.${liveNamespace}.svc.cluster.local:${natsPorts.monitor}`;
const prometheus = 'http://prometheus-operated.monitoring.svc.cluster.local:9090';
/** Unhandled events per replica. A consumer has 256 in hand at most (`max_ack_pending`). */
const lagPerReplica = 500;

type Trigger = { readonly [name: string]: Json };

const cpu: Trigger = { type: 'cpu', metricType: 'Utilization', metadata: { value: '65' } };

const lag = (service: string, producer: string): Trigger => ({
  type: 'nats-jetstream',
  metadata: {
    natsServerMonitoringEndpoint: monitor,
    account: '$G',
    stream: natsNames.stream(streamNamespace, producer),
    consumer: natsNames.consumer(service, producer),
    lagThreshold: String(lagPerReplica),
  },
});

/** Concurrent deliveries by Little's law: seconds of waiting per second. A process has 256 at most. */
const openDeliveries: Trigger = {
  type: 'prometheus',
  metadata: {
    serverAddress: prometheus,
    query: `sum(rate(svc_webhook_response_duration_seconds_sum{namespace="${liveNamespace}"}[2m]))`,
    threshold: '150',
  },
};

/** Deliveries that are due and wait. Every replica reads the same tables, so the greatest is the figure. */
const dueDeliveries: Trigger = {
  type: 'prometheus',
  metadata: {
    serverAddress: prometheus,
    query: `max(svc_webhook_deliveries_due{namespace="${liveNamespace}"})`,
    threshold: String(lagPerReplica),
  },
};

const triggersOf = ({ name, producers }: Role): Trigger[] => [
  cpu,
  ...producers.map((producer) => lag(name, producer)),
  ...(name === 'webhooks' ? [openDeliveries, dueDeliveries] : []),
];

/** Roles that react to events; the others keep their HorizontalPodAutoscaler. */
export const rolesWithLag = roles.filter(({ producers }) => producers.length > 0);

export const scaledObjects = (): KubernetesObject[] =>
  rolesWithLag.map((role) => {
    const [minReplicaCount, maxReplicaCount] = role.replicas;
    return objectOf(
      role,
      { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject' },
      {
        scaleTargetRef: { name: role.name },
        minReplicaCount,
        maxReplicaCount,
        pollingInterval: 15,
        cooldownPeriod: 300,
        // Without an answer of NATS or Prometheus nothing is scaled down, whatever the processors say.
        fallback: {
          failureThreshold: 4,
          replicas: minReplicaCount,
          behavior: 'currentReplicasIfHigher',
        },
        triggers: triggersOf(role),
      },
    );
  });
