/** A dashboard answers one question, with rows of time series over Prometheus. */
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

export interface Target {
  expr: string;
  /** Of each series, e.g. `{{service}}`. */
  legend: string;
}

export interface Panel {
  title: string;
  description: string;
  unit: 's' | 'short' | 'reqps' | 'percentunit' | 'bytes';
  queries: readonly Target[];
}

export interface Row {
  title: string;
  panels: readonly Panel[];
}

export interface Board {
  uid: string;
  /** A question. */
  title: string;
  description: string;
  rows: readonly Row[];
}

const datasource = { type: 'prometheus', uid: '$datasource' };
/** Two panels side by side in a grid of 24. */
const size = { span: 12, height: 8 };

function panelOf({ title, description, unit, queries }: Panel): PanelBuilder {
  const panel = new PanelBuilder()
    .title(title)
    .description(description)
    .datasource(datasource)
    .unit(unit)
    .min(0)
    .span(size.span)
    .height(size.height);
  for (const { expr, legend } of queries) {
    panel.withTarget(new DataqueryBuilder().expr(expr).legendFormat(legend));
  }
  return panel;
}

/** Its JSON, as Grafana imports it. */
export function dashboardOf({ uid, title, description, rows }: Board): string {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags(['svc'])
    .readonly()
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .timezone('browser')
    .withVariable(
      new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'),
    );
  for (const row of rows) {
    builder.withRow(new RowBuilder(row.title));
    for (const panel of row.panels) builder.withPanel(panelOf(panel));
  }
  return `${JSON.stringify(builder.build(), null, 2)}\n`;
}
