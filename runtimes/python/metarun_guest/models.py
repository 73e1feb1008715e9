"""`reporter.ai`: language models, which the host calls for the script."""

from typing import Any, Optional, Union

from .channel import Channel


class Generated:
    """A model's answer: `text`, `object` according to the schema, `finish`, `model`, and `usage` in tokens and USD."""

    def __init__(self, answer: dict) -> None:
        self.text: str = answer["text"]
        self.object: Any = answer["object"]
        self.finish: str = answer["finish"]
        self.model: str = answer["model"]
        self.usage: dict = answer["usage"]

    def __repr__(self) -> str:
        return f"Generated(text={self.text!r}, object={self.object!r}, finish={self.finish!r})"


class Ai:
    """Language models of the project's providers and of the installation."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def generate(
        self,
        prompt: Union[str, list],
        model: Optional[str] = None,
        schema: Optional[dict] = None,
        max_tokens: Optional[int] = None,
        name: str = "generate",
    ) -> Generated:
        """Asks a model once and records its answer; when the script runs again, returns the record.

        `prompt` is a text, or a list of messages `{"role": "system" | "user" | "assistant", "content": text}`. `model`
        is "provider/name"; default: the installation's default model. With `schema` (a JSON Schema), `object` matches
        it. Raises MetarunError with code `model_error`, `model_refused`, `too_long`, `budget_exceeded`, `unknown_model`
        or `not_available`.
        """
        if not isinstance(prompt, (str, list, tuple)):
            raise TypeError(f"ai.generate: prompt must be str or a list of messages, not {type(prompt).__name__}")
        if model is not None:
            _text("generate", "model", model)
        if schema is not None and not isinstance(schema, dict):
            raise TypeError(f"ai.generate: schema must be dict, not {type(schema).__name__}")
        if max_tokens is not None and (isinstance(max_tokens, bool) or not isinstance(max_tokens, int)):
            raise TypeError(f"ai.generate: max_tokens must be int, not {type(max_tokens).__name__}")
        asked = {
            "prompt": prompt if isinstance(prompt, str) else list(prompt),
            "model": model,
            "schema": schema,
            "max_tokens": max_tokens,
            "name": _text("generate", "name", name),
        }
        return Generated(self._channel.call("model.generate", asked))

    def embed(self, texts: list, model: str, name: str = "embed") -> list:
        """Returns the embeddings of 1 to 100 texts, in order, as lists of numbers; recorded like `generate`."""
        if not isinstance(texts, (list, tuple)):
            raise TypeError(f"ai.embed: texts must be a list of str, not {type(texts).__name__}")
        for text in texts:
            _text("embed", "each of texts", text)
        asked = {"texts": list(texts), "model": _text("embed", "model", model), "name": _text("embed", "name", name)}
        return self._channel.call("model.embed", asked)["embeddings"]


def _text(method: str, name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"ai.{method}: {name} must be str, not {type(value).__name__}")
    return value
