/**
 * Moleculer without discovery: no process announces its actions or asks for those of others.
 *
 * A caller knows by its declarations what there is, and NATS which replicas listen. Packets about
 * nodes were a way to disturb all of them: their sender could describe, or end, another process.
 */
import { Discoverers, type ServiceBroker } from 'moleculer';

/**
 * Processes of the previous version call only what was announced to them. If such processes may run
 * (a NATS with one account for all), this one announces itself as they do, and reads only their
 * requests to do so. Remove it once no supported upgrade starts from such a version.
 */
export class QuietDiscovery extends Discoverers.Local {
  private readonly announces: boolean;

  constructor(announces: boolean) {
    super({ heartbeatInterval: announces ? 2 : 0, disableHeartbeatChecks: true });
    this.announces = announces;
  }

  override async discoverNode(): Promise<void> {}
  override async discoverAllNodes(): Promise<void> {}

  override async sendLocalNodeInfo(nodeID?: string): Promise<void> {
    if (this.announces) await super.sendLocalNodeInfo(nodeID);
    else await this.transit?.tx.makeBalancedSubscriptions();
  }

  override async localNodeDisconnected(): Promise<void> {
    if (this.announces) await super.localNodeDisconnected();
  }
}

/** Moleculer calls an endpoint that it knows: each action gets one, which stands for its queue. */
export function declareAction({ registry }: ServiceBroker, target: string): void {
  if (registry.getActionEndpoints(target)) return;
  const [service = target] = target.split('.');
  const actions = { [target]: { name: target } };
  const sender = `queue-of-${target}`;
  registry.processNodeInfo({
    sender,
    services: [{ name: service, fullName: service, actions, events: {} }],
  });
}
