import type { ContainerDocument } from '../../documents/container.ts';
import { RuntimeRefused, RuntimeUnavailable } from '../../runtime/errors.ts';
import { reconcileContainer } from './reconcile-container.ts';

/** The container as Cloud Run reports it, or as last known when Cloud Run cannot be asked. */
export async function reconcileIfPossible(container: ContainerDocument): Promise<ContainerDocument> {
  try {
    return await reconcileContainer(container);
  } catch (error) {
    if (error instanceof RuntimeUnavailable || error instanceof RuntimeRefused) return container;
    throw error;
  }
}
