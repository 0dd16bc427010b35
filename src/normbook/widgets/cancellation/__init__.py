"""The explorable *cancellation*: three ways to a variance, in float32."""
