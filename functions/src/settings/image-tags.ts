import { IMAGE_TAG_DEFAULT } from '@countersign/contract';
import { env } from './env.ts';

/** IMAGE_TAGS: any tag. */
const ANY = '*';

/** Tags that containers may be made of, in the order in which they were set. */
function listedTags(): [string, ...string[]] {
  const [first, ...others] = env()
    .IMAGE_TAGS.split(',')
    .flatMap((tag) => tag.trim() || []);
  return first === undefined ? [IMAGE_TAG_DEFAULT] : [first, ...others];
}

/** True when containers may be made of this tag, and started again. Each allowed tag is one Cloud Run job. */
export function isAllowedTag(tag: string): boolean {
  const listed = listedTags();
  return listed.includes(tag) || listed.includes(ANY);
}

/** The tag of a container for which none is named: `latest`, or the first allowed one where that is not. */
export function defaultTag(): string {
  return isAllowedTag(IMAGE_TAG_DEFAULT) ? IMAGE_TAG_DEFAULT : listedTags()[0];
}

/** Why a tag is refused, for a person. */
export function tagRefusal(tag: string): string {
  return `The image tag ${tag} is not allowed here. Allowed: ${listedTags().join(', ')}`;
}
