"""A chat model behind any endpoint that speaks OpenAI's chat completions, local ones too."""
