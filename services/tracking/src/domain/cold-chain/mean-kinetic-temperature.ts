/** Heat of activation over the gas constant, 83.144 kJ/mol over 8.3144 J/(mol·K). */
const heatOverGasConstantK = 10_000;
const zeroCelsiusK = 273.15;

/**
 * The one temperature that would have done to the goods what all of these did together (USP <1079>,
 * equal weights), in °C with three decimals. Null without temperatures. It is told, and never
 * clears an excursion.
 */
export function meanKineticTemperature(temperatures: readonly number[]): number | null {
  if (temperatures.length === 0) return null;
  const rates = temperatures.map((celsius) =>
    Math.exp(-heatOverGasConstantK / (celsius + zeroCelsiusK)),
  );
  // Sorted, so that the same temperatures in another order round alike.
  const sum = rates.sort((a, b) => a - b).reduce((total, rate) => total + rate, 0);
  const kelvin = heatOverGasConstantK / -Math.log(sum / temperatures.length);
  return Math.round((kelvin - zeroCelsiusK) * 1_000) / 1_000 || 0;
}
