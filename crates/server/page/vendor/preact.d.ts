// The part of preact that the page uses, for the check of its types; the page itself never loads this file.
export type Child = unknown;
export function h(kind: string | ((props: any) => Child) | (new (...given: any[]) => Component), props: any, ...children: Child[]): Child;
export function render(tree: Child, into: Element): void;
export class Component {
  constructor(props?: any);
  props: any;
  state: any;
  setState(change: any): void;
  forceUpdate(): void;
  componentDidMount?(): void;
  componentDidUpdate?(): void;
  componentWillUnmount?(): void;
  render(): Child;
}
