/** Ordinary differential equations: adaptive explicit Runge-Kutta methods with dense output and events. */
export type { FiredEvent, OdeEvent } from "./events.js";
export { integrateOde, type OdeSolution, type OdeSpan } from "./integrate.js";
export { createIntegrator, type IntegrationWork, type Integrator, StepCollapse, Stiffness } from "./integrator.js";
export type { IntegratorOptions } from "./options.js";
export type { Derivative } from "./stepper.js";
