import { Clamp } from '../../ui/clamp.tsx';
import { jsonText } from '../../ui/content/json-text.ts';
import { MonoBlock } from '../../ui/content/mono-block.tsx';

const HEIGHT_PX = 320;

/** What a tool gave back. */
export function ItemResponse({ response }: { response: unknown }) {
  return (
    <Clamp height={HEIGHT_PX} of="the response">
      <MonoBlock text={outputOf(response)} />
    </Clamp>
  );
}

/** Output of a program as it is, anything else as JSON. */
function outputOf(response: unknown): string {
  if (typeof response === 'object' && response !== null) {
    const [[name, value] = [], ...others] = Object.entries(response);
    if (name === 'output' && typeof value === 'string' && others.length === 0) return value;
  }
  return jsonText(response);
}
