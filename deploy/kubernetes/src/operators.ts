/** Operators that a cluster needs: one for every kind that is not Kubernetes' own. */

interface Operator {
  name: string;
  /** Release that the line installs; it was run against no cluster. */
  version: string;
  /** API groups of the kinds that it brings and the manifests use. */
  groups: readonly string[];
  install: string;
}

const chart = (repository: string, url: string): string =>
  `helm repo add ${repository} ${url} --force-update && helm install`;

/** Ordered by need: the plugin stands on cert-manager and CloudNativePG. */
export const operators: readonly Operator[] = [
  {
    name: 'cert-manager',
    version: '1.21.2',
    groups: [],
    install: `${chart('jetstack', 'https://charts.jetstack.io')} cert-manager jetstack/cert-manager --version v1.21.2 --namespace cert-manager --create-namespace --set crds.enabled=true`,
  },
  {
    name: 'CloudNativePG',
    version: '1.30.0',
    groups: ['postgresql.cnpg.io'],
    install: `${chart('cnpg', 'https://cloudnative-pg.github.io/charts')} cnpg cnpg/cloudnative-pg --version 0.29.0 --namespace cnpg-system --create-namespace`,
  },
  {
    name: 'plugin barman-cloud',
    version: '0.16.0',
    groups: ['barmancloud.cnpg.io'],
    install:
      'helm install plugin-barman-cloud cnpg/plugin-barman-cloud --version 0.8.1 --namespace cnpg-system --set image.tag=v0.16.0 --set sidecarImage.tag=v0.16.0',
  },
  {
    name: 'Prometheus operator',
    version: '0.94.0',
    groups: ['monitoring.coreos.com'],
    install:
      'helm install prometheus oci://ghcr.io/prometheus-community/charts/kube-prometheus-stack --version 91.0.0 --namespace monitoring --create-namespace --set prometheus.prometheusSpec.podMonitorSelectorNilUsesHelmValues=false --set prometheus.prometheusSpec.ruleSelectorNilUsesHelmValues=false --set grafana.sidecar.dashboards.searchNamespace=ALL',
  },
  {
    name: 'KEDA',
    version: '2.21.1',
    groups: ['keda.sh'],
    install: `${chart('kedacore', 'https://kedacore.github.io/charts')} keda kedacore/keda --version 2.21.1 --namespace keda --create-namespace`,
  },
  {
    name: 'Envoy Gateway',
    version: '1.8.2',
    groups: ['gateway.networking.k8s.io'],
    install:
      'helm install eg oci://docker.io/envoyproxy/gateway-helm --version v1.8.2 --namespace gateway-system --create-namespace',
  },
];
